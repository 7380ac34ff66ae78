/** Seed files for fuzzing, by path. */
export const corpus = {
  Vagrantfile: `BOX = ENV['BOX'] || "acme/base"
NODES = { "db" => { :box => "acme/db", box_version: '1.0' } }
Vagrant.configure("2") do |config|
  config.vm.box = BOX # é
  config.vm.box_version = "~> 1.2"
  config.vm.define("web") { |node| node.vm.box = linux ? "acme/web" : "acme/#{os}" }
end
`,
  ".kitchen.yml": `driver: { name: vagrant, box: acme/base, box_version: "1.0" }
platforms:
  - name: ubuntu
    driver: { box: acme/ubuntu }
`,
  "molecule/vagrant/molecule.yml":
    "platforms:\n  - { name: a, box: '${BOX:-acme/base}', box_version: 1.0 }\n",
  "box.json": `{
  "variables": { "owner": "acme", "version": "" },
  "post-processors": [
    [{ "type": "vagrant-cloud", "box_tag": "{{user \`owner\`}}/published", "version": "{{user \`version\`}}" }]
  ]
}
`,
  "box.pkr.hcl": `variable "owner" { default = "acme" }
locals { tag = "\${var.owner}/uploaded" }
build {
  post-processors {
    post-processor "vagrant-registry" {
      box_tag = local.tag
      version = "1.0.0"
    }
  }
}
`,
};
