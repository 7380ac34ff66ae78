variable "name" {
  type = string
}

variable "retention_days" {
  type    = number
  default = 14
}

resource "aws_cloudwatch_log_group" "this" {
  name              = var.name
  retention_in_days = var.retention_days
}

output "name" {
  value = aws_cloudwatch_log_group.this.name
}
