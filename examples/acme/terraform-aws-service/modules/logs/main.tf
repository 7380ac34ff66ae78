variable "name" {
  type = string
}

resource "aws_cloudwatch_log_group" "this" {
  name = var.name
}
