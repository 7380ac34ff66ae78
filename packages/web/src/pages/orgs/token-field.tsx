import { TextField } from "../../components/text-field.tsx";

const HINTS = {
  github:
    "A fine-grained token with read access to contents and metadata. Stored encrypted and never shown again.",
  gitlab:
    "A group access token with the read_api and read_repository scopes. Stored encrypted and never shown again.",
};

interface TokenFieldProps {
  platform: keyof typeof HINTS;
  value: string;
  onChange: (token: string) => void;
}

export const TokenField = ({ platform, value, onChange }: TokenFieldProps) => (
  <TextField
    label="Access token"
    type="password"
    autoComplete="off"
    hint={HINTS[platform]}
    mono
    value={value}
    onChange={(token) => onChange(token.trim())}
  />
);
