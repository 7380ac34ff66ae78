terraform {
  source = "git::ssh://git@github.com/acme/terraform-aws-service.git?depth=1&ref=v1.3.0"
}

inputs = {
  name = "storefront"
}
