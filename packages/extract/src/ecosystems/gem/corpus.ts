/** Seed files for fuzzing, by path. */
export const corpus = {
  Gemfile: `# frozen
git_source(:acme) { |repo| "https://git.acme.io/#{repo}.git" }
kit = "~> 2"
gem "kit", kit, '>= 2.1' if RUBY_VERSION =~ /3/
git "git@github.com:acme/many.git", branch: "next" do
  gem "many", acme: "é/many"
end
text = <<~TEXT
  gem
TEXT
=begin
=end
`,
  "Gemfile.lock": `GIT
  remote: git@github.com:acme/many.git
  revision: 0123456789abcdef0123456789abcdef01234567
  specs:
    many (1.0.0)

PATH
  remote: .
  specs:
    kit (1.0.0)

GEM
  specs:
    log (1.0.2-x86_64-linux)
      kit (>= 1)
`,
  "kit.gemspec": `Gem::Specification.new do |s|
  s.name = "kit"
  s.add_runtime_dependency(%q<log>.freeze, ["~> 1"])
end
`,
};
