import type { CredentialStatus } from "@knockon/contract/vocabulary/scan";
import { KeyRound } from "lucide-react";
import { Badge } from "../../components/badge.tsx";

/** Only where something has to be done. */
export const CredentialBadge = ({ status }: { status: CredentialStatus }) =>
  status === "refused" && (
    <Badge tone="danger" icon={KeyRound}>
      Credential rejected
    </Badge>
  );
