/** AWS SDK configuration for a local endpoint. */
export const testConfig = (endpoint: string) => ({
  endpoint,
  region: "us-east-1",
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
});
