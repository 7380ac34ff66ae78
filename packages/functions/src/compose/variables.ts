/** A setting of the server: one environment variable, or several that belong together. */
export interface Setting {
  names: readonly string[];
  /** A few sentences. `--help` and docs/configuration.md show them. */
  text: string;
  /** As users would write it. Absent if there is none. */
  default?: string;
}

interface SettingGroup {
  title: string;
  settings: readonly Setting[];
}

/** Every environment variable that `npm start` reads. A test compares it with the code. */
export const SERVER_SETTINGS: readonly SettingGroup[] = [
  {
    title: "Address",
    settings: [
      { names: ["HOST"], text: "Address to listen on.", default: "127.0.0.1" },
      { names: ["PORT"], text: "Port to listen on, unless --port is given.", default: "4000" },
      {
        names: ["APP_URL"],
        text: "URL under which browsers reach the server, such as https://knockon.acme.example. Required behind a proxy and with --role: sign-in and links use it.",
        default: "the address it listens on",
      },
      {
        names: ["ALLOWED_ORIGINS"],
        text: "Further origins, separated by commas, whose pages may sign in and change data.",
        default: "none",
      },
      {
        names: ["TRUSTED_PROXIES"],
        text: "Addresses or networks of proxies, separated by commas, whose X-Forwarded-For is trusted.",
        default: "none",
      },
    ],
  },
  {
    title: "Storage",
    settings: [
      { names: ["DATABASE_URL"], text: "Postgres to use instead of the embedded one." },
      {
        names: ["BLOB_STORE"],
        text: 'Where graphs are stored: "file" (the data folder), "postgres" or "s3://BUCKET". Several processes need one of the last two. Credentials, region and AWS_ENDPOINT_URL_S3 are those of the AWS SDK.',
        default: "file",
      },
      {
        names: ["LOCAL_ORG_ROOTS"],
        text: "Folders, separated by colons, below which POST /connected-orgs may connect folders. Symbolic links out of them are refused. The same in all processes; never set it where tenants are not trusted.",
        default: "the folder of --org",
      },
    ],
  },
  {
    title: "Secrets",
    settings: [
      {
        names: ["SESSION_SECRET"],
        text: "Signs sessions. At least 32 characters. Required with --role, the same in all processes.",
        default: "a secret in the data folder",
      },
      {
        names: ["ENCRYPTION_KEYS"],
        text: "Keys that encrypt access tokens, as <version>:<32 bytes in base64>, separated by commas. Required with --role, the same in all processes.",
        default: "a key in the data folder",
      },
    ],
  },
  {
    title: "Email",
    settings: [
      {
        names: ["SMTP_URL", "MAIL_SENDER"],
        text: "Mail server, such as smtps://user:password@mail.acme.example, and the sender's address. Without them, emails are printed.",
      },
    ],
  },
  {
    title: "Git hosts",
    settings: [
      {
        names: ["GIT_HOST_ALLOWLIST"],
        text: "Your own git hosts, separated by commas (host or host:port), which may have private addresses or no TLS. Include hosts they redirect to.",
        default: "none",
      },
      {
        names: ["ARCHIVE_LIMIT_MIB"],
        text: "Largest archive of a repository, in MiB. A worker stores one at a time in the temporary folder. Larger repositories fail.",
        default: "448",
      },
      {
        names: ["GITHUB_APP_ID", "GITHUB_APP_PRIVATE_KEY", "GITHUB_APP_URL"],
        text: "A GitHub App whose installations may be connected, and the host where it is registered.",
        default: "https://github.com",
      },
      {
        names: ["GITHUB_APP_INSTALLATIONS"],
        text: "Installations that each workspace may use, as <workspace id>:<installation>, separated by commas.",
        default: "all",
      },
      {
        names: ["GITHUB_APP_SLUG", "GITHUB_APP_CLIENT_ID", "GITHUB_APP_CLIENT_SECRET"],
        text: "Let users install that App themselves.",
      },
      { names: ["GITHUB_APP_WEBHOOK_SECRET"], text: "Secret of the App's own webhook." },
    ],
  },
  {
    title: "Sign-in",
    settings: [
      {
        names: ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
        text: "Let users sign in with GitHub. Callback URL of the OAuth app: APP_URL/api/v1/auth/callback/github.",
      },
      {
        names: ["GITLAB_CLIENT_ID", "GITLAB_CLIENT_SECRET", "GITLAB_ISSUER"],
        text: "Let users sign in with GitLab, and its URL. Scope read_user, callback URL APP_URL/api/v1/auth/callback/gitlab.",
        default: "https://gitlab.com",
      },
    ],
  },
  {
    title: "Plans",
    settings: [
      {
        names: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_LIVEMODE"],
        text: "Charge for plans with Stripe and enforce them (live keys require STRIPE_LIVEMODE=true). Without them, everything is included.",
      },
      { names: ["STRIPE_API_URL"], text: "A fake of Stripe's API for tests, with test keys only." },
    ],
  },
  {
    title: "Behavior",
    settings: [
      {
        names: ["OWNERSHIP_SIGNAL_ENABLED"],
        text: '"true" reads commit histories and shows the bus factor of each repository.',
        default: "false",
      },
      {
        names: ["OWNERSHIP_PEOPLE_ENABLED"],
        text: '"true" also shows Admins a ranking of people, and the share of those who left.',
        default: "false",
      },
      {
        names: ["RATELIMIT_AUTHENTICATED_MUTATIONS"],
        text: "POST, PUT, PATCH and DELETE requests per minute and API key.",
        default: "60",
      },
    ],
  },
  {
    title: "Monitoring",
    settings: [
      {
        names: ["LOG"],
        text: '"json" logs everything to stderr, one JSON object per line.',
        default: "faults only",
      },
      {
        names: ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_SERVICE_NAME"],
        text: "Sends OpenTelemetry traces to this OTLP/HTTP endpoint, such as http://collector:4318, under this name. OTEL_EXPORTER_OTLP_HEADERS and other variables of the exporter work, too. Without it, there are no traces.",
        default: "knockon",
      },
      {
        names: ["METRICS_TOKEN"],
        text: "Serves Prometheus metrics at /metrics to requests with this bearer token. At least 16 characters. Without it, there are none.",
      },
    ],
  },
];

const INDENT = 19;
const WIDTH = 80;

/** Returns the settings for `--help`: names on the left, the text beside or below them. */
export function settingsHelp(): string {
  return SERVER_SETTINGS.flatMap(({ settings }) => settings)
    .flatMap(({ names, text, default: value }) => {
      const full = value === undefined ? text : `${text.replace(/\.$/u, "")} (default: ${value}).`;
      const lines = wrap(full, WIDTH - INDENT);
      const [beside] = names;
      const isBeside = names.length === 1 && beside !== undefined && beside.length <= INDENT - 4;
      const heads = isBeside ? [] : wrap(names.join(", "), WIDTH - 2).map((line) => `  ${line}`);
      return [
        ...heads,
        ...lines.map(
          (line, index) => `${(isBeside && index === 0 ? `  ${beside}` : "").padEnd(INDENT)}${line}`,
        ),
      ];
    })
    .join("\n");
}

/** Breaks a text at spaces into lines of at most `width` characters. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
