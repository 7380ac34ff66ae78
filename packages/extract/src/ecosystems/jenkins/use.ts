/** One place that names a library, a repository or an image. */
export interface Use {
  rule: "jenkins.library" | "jenkins.git" | "jenkins.checkout" | "jenkins.image" | "jenkins.pod_image";
  text: string;
  line: number;
  /** What a key of its own states; null where there is none. */
  ref: string | null;
  /** Where a library is fetched from, if the pipeline says so. */
  remote: { text: string; line: number } | null;
}

export interface Found {
  uses: Use[];
  problems: { line: number | null; message: string }[];
}

export const useOf = (
  rule: Use["rule"],
  value: { text: string; line: number } | undefined,
  more: Partial<Pick<Use, "ref" | "remote">> = {},
): Use[] =>
  value && value.text.trim() !== ""
    ? [{ rule, text: value.text.trim(), line: value.line, ref: null, remote: null, ...more }]
    : [];
