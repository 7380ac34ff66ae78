module "payments" {
  source  = "acme/service/aws"
  version = "~> 1.2"
  name    = "payments"
}

module "payments_logs" {
  source = "git@github.com:acme/terraform-aws-service.git//modules/logs"
  name   = "payments"
}
