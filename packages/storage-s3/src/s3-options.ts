export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

export interface S3StorageOptions {
  bucket: string;
  /** Put before every key, as it is: `scripts/` keeps everything below `scripts/`, and only that is listed. */
  prefix?: string | undefined;
  /** Of a store that is not Amazon's: `https://s3.example.org`. */
  endpoint?: string | undefined;
  /** Default: what the SDK finds in the environment and its files; with an endpoint, `us-east-1`. */
  region?: string | undefined;
  /** Bucket in the path rather than in the host's name. Default: with an endpoint. */
  forcePathStyle?: boolean | undefined;
  /** Default: the SDK's own chain (environment, files, the machine's role). */
  credentials?: S3Credentials | undefined;
  /** Milliseconds to get a connection; default 5000. */
  connectTimeoutMs?: number | undefined;
  /** Milliseconds without a byte, either way; default 20,000. */
  idleTimeoutMs?: number | undefined;
  /** Milliseconds for the whole of a call, its retries and the reading of an opened object included; default 10 minutes. */
  totalTimeoutMs?: number | undefined;
  /** How often a request is tried that fails for reasons that pass; default 4. */
  attempts?: number | undefined;
}
