/** Seed files for fuzzing, by path. */
export const corpus = {
  "metadata.json": `{
  "name": "acme-shop",
  "version": "1.4.0-rc0",
  "source": "https://github.com/acme/puppet-shop",
  "project_page": "https://github.com/acme/puppet-shop",
  "dependencies": [
    { "name": "puppetlabs/stdlib", "version_requirement": ">= 9.0.0 < 10.0.0" },
    { "name": "acme-nginx", "version_requirement": "1.x" }
  ],
  "requirements": [{ "name": "puppet", "version_requirement": ">= 8.0.0 < 9.0.0" }]
}
`,
  Puppetfile: `forge "https://forge.puppet.com"
base = 'git@github.com:acme'
mod 'puppet/nginx', :latest
mod("acme/shop", "1.2.3") if ENV["X"]
mod 'profiles',
  :git => "#{base}/puppet-profiles.git",
  :tag => 'v1.0.0'
mod "local", local: true
mod "kit", { git: 'https://git.acme.io/kit.git', branch: :control_branch, default_branch: 'main' }
`,
  ".fixtures.yml": `fixtures:
  symlinks:
    shop: "#{source_dir}"
  forge_modules:
    stdlib: "puppetlabs/stdlib"
    nginx: { repo: acme/nginx, ref: "1.2.0" }
  repositories:
    apt: https://github.com/puppetlabs/puppetlabs-apt
    kit:
      repo: "https://ci:\${TOKEN}@git.acme.io/kit.git"
      branch: main
`,
  "spec/acceptance/shop_spec.rb": `install_puppet_module_via_pmt_on(host, 'acme/nginx', '>= 1.0.0 < 2.0.0')
install_module_from_forge_on(hosts_as("agent"), "acme-kit")
# shell('puppet module install acme/none')
on(host, puppet('module', 'install', 'acme-log', '--version', '1.2'))
run_shell("puppet module install acme/é --version '< 3' --force")
`,
};
