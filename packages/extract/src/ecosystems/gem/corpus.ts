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
  "kit.gemspec": `Gem::Specification.new do |s|
  s.name = "kit"
  s.add_runtime_dependency(%q<log>.freeze, ["~> 1"])
end
`,
};
