import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";

interface Purl {
  artifactType: ArtifactType | undefined;
  name: string;
}

interface PurlParts {
  /** Namespace and name, with slashes. */
  path: string;
  qualifiers: URLSearchParams;
  subpath: string;
}

interface Reader {
  artifactType: ArtifactType;
  nameOf?: (parts: PurlParts) => string;
}

/** `repository_url` is the registry, for OCI images with the path. */
const imageName = ({ path, qualifiers }: PurlParts): string => {
  const registry = qualifiers.get("repository_url");
  if (registry === null) return path;
  return registry.endsWith(`/${path}`) ? registry : `${registry}/${path}`;
};

const withSubpath = ({ path, subpath }: PurlParts): string => (subpath === "" ? path : `${path}/${subpath}`);

/** Names as Knockon writes them, by purl type. */
const READERS: Readonly<Record<string, Reader>> = {
  bitbucket: { artifactType: "git_repository", nameOf: ({ path }) => `bitbucket.org/${path}` },
  cargo: { artifactType: "rust_crate" },
  composer: { artifactType: "composer_package" },
  conan: { artifactType: "conan_package" },
  cran: { artifactType: "r_package" },
  docker: { artifactType: "container_image", nameOf: imageName },
  gem: { artifactType: "ruby_gem" },
  github: { artifactType: "git_repository", nameOf: ({ path }) => `github.com/${path}` },
  githubactions: { artifactType: "github_action", nameOf: withSubpath },
  golang: { artifactType: "go_module", nameOf: withSubpath },
  helm: { artifactType: "helm_chart" },
  hex: { artifactType: "hex_package" },
  maven: { artifactType: "maven_artifact", nameOf: ({ path }) => path.replace("/", ":") },
  npm: { artifactType: "npm_package" },
  nuget: { artifactType: "nuget_package" },
  oci: { artifactType: "container_image", nameOf: imageName },
  pub: { artifactType: "dart_package" },
  pypi: {
    artifactType: "python_package",
    nameOf: ({ path }) => path.toLowerCase().replaceAll(/[-_.]+/g, "-"),
  },
  swift: { artifactType: "swift_package" },
  terraform: { artifactType: "terraform_module" },
};

const PURL =
  /^pkg:\/*(?<type>[\w.+-]+)\/(?<path>[^?#]+?)(?:@[^@/?#]*)?(?:\?(?<query>[^#]*))?(?:#(?<subpath>.*))?$/;

/** Reads a package URL such as `pkg:npm/%40acme/ui@2.1.0`. The version is ignored. Returns undefined for other text. */
export function readPurl(text: string): Purl | undefined {
  const { type = "", path = "", query = "", subpath = "" } = PURL.exec(text)?.groups ?? {};
  if (path === "") return undefined;
  const reader = READERS[type.toLowerCase()];
  const parts = { path: decode(path), qualifiers: new URLSearchParams(query), subpath: decode(subpath) };
  return { artifactType: reader?.artifactType, name: (reader?.nameOf ?? (() => parts.path))(parts) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
