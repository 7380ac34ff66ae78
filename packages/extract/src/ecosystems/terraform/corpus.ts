/** Seed files for fuzzing, by path. */
export const corpus = {
  "main.tf": `terraform {
  required_providers {
    acme = { source = "acme/acme", version = "~> 2.0" }
  }
}
locals { ref = "v1.2.0" }
variable "cidr" { type = object({ a = optional(string), b = list(number) }) }
variable "tags" {
  type    = map(string)
  default = {}
}
output "id" { value = [for s in values(module.service) : s.arn] }
output "all" { value = try(module.vpc.id, module.vpc.subnets[0].id, values(module.pinned)[*].zone) }
module "service" {
  source = "git::https://github.com/acme/terraform-aws-service.git//modules/logs?depth=1&ref=\${local.ref}"
}
module "vpc" {
  source  = "app.terraform.io/acme/vpc/aws" # the registry
  cidr    = "10.0.0.0/8"
  tags    = { id = module.service["a"].id, other = "\${length(module.service)}-\${module.pinned.zone}" }
  version = ">= 1.2, < 2"
}
module "pinned" {
  source = "github.com/acme/dns?ref=0123456789abcdef0123456789abcdef01234567" # v1.2.0
}
data "http" "crds" {
  for_each = toset(["https://raw.githubusercontent.com/acme/kit/\${local.ref}/crds.yaml"])
  url      = each.value
}
/* a comment */
resource "aws_ecs_task_definition" "shop" {
  container_definitions = jsonencode([{ name = "shop", image = "ghcr.io/acme/shop:\${local.ref}" }]) # é
}
resource "helm_release" "shop" {
  repository = "https://acme.github.io/charts"
  chart      = "shop"
  version    = local.ref
}
resource "x" "y" { text = <<-EOT
  \${jsonencode({ a = [for k in local.x : k if k != "" ] })}
  EOT
}
`,
  "modules.tf.json": `{ "module": { "dns": { "source": "git@github.com:acme/dns.git?ref=v2" }, "net": [{ "source": "acme/net/aws", "version": "3.1.0" }] },
  "terraform": { "required_providers": { "acme": { "source": "acme/acme" } } } }
`,
  "live/terragrunt.hcl": `locals { base = "git::ssh://git@github.com/acme" }
terraform {
  source = "\${local.base}/terraform-aws-service.git//modules/\${get_env("X", "y")}?ref=v1.0.0"
}
include "root" { path = find_in_parent_folders() }
inputs = { cidr = dependency.vpc.outputs.cidr, tags = {} }
dependency "vpc" { config_path = "../vpc" }
`,
};
