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
};
