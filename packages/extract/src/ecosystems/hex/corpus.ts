/** Seed files for fuzzing, by path. */
export const corpus = {
  "mix.exs": `defmodule Shop.MixProject do
  @version "1.4.0"
  def project, do: [app: :shop, version: @version, deps: deps()]
  # deps
  defp deps do
    [{:kit, "~> #{@version}", only: [:test]}, {:auth, [github: "acme/é", tag: "v1"]}]
  end
  defp package, do: [name: "acme_shop", links: %{"x" => ~s(a "b")}]
end
`,
  "mix.lock": `%{
  "auth": {:git, "https://github.com/acme/auth.git", "0123456789abcdef0123456789abcdef01234567", [tag: "v1"]},
  "kit": {:hex, :kit, "1.4.0", "00", [:mix], [{:log, "~> 1.0", [hex: :log, repo: "hexpm", optional: false]}], "hexpm", "00"},
}
`,
};
