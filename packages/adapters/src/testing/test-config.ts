/** The SDK's configuration for what stands at an address of this machine. */
export const testConfig = (endpoint: string) => ({
  endpoint,
  region: "us-east-1",
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
});
