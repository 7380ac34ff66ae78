terraform {
  required_version = ">= 1.9"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.80"
    }
  }
}

variable "name" {
  type = string
}

variable "retention_days" {
  type        = number
  description = "Days to keep logs."
  default     = 14
}

module "logs" {
  source         = "./modules/logs"
  name           = var.name
  retention_days = var.retention_days
}

output "log_group" {
  value = module.logs.name
}
