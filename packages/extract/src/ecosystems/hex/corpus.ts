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
  "mix.exs.eex": `defmodule <%= @m %> do
  def project, do: [app: :<%= @app %>, archives: [boot: "~> 1.0"], deps: [kit_dep(),<%= if @a do %> {:log, "<%= @v %>"}<% end %>]]
  defp kit_dep, do: {:kit, "~> 1.0"}
end
`,
  "rebar.config": `{deps, [kit, {log, "~> 1.0"}, {net, ".*", {git, "https://github.com/acme/net", {tag, "v1"}}}]}. % deps
{profiles, [{test, [{deps, [{meck, "1.0.0"}]}, {plugins, [<<"a">>, $b]}]}]}.
`,
  "src/stock.app.src": `{application, stock, [{vsn, "1.4.0"}, {pkg_name, 'acme_stock'}]}.
`,
  "rebar.lock": `{"1.2.0",
[{<<"kit">>,{pkg,<<"kit">>,<<"1.0.3">>},0},
 {<<"net">>,
  {git,"https://github.com/acme/net",
       {ref,"0123456789abcdef0123456789abcdef01234567"}},
  0}]}.
`,
  "mix.lock": `%{
  "auth": {:git, "https://github.com/acme/auth.git", "0123456789abcdef0123456789abcdef01234567", [tag: "v1"]},
  "kit": {:hex, :kit, "1.4.0", "00", [:mix], [{:log, "~> 1.0", [hex: :log, repo: "hexpm", optional: false]}], "hexpm", "00"},
}
`,
};
