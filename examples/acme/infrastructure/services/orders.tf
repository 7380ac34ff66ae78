module "orders" {
  source = "git::https://github.com/acme/terraform-aws-service.git?ref=v1.2.0"
  name   = "orders"

  log_retention = 30
}
