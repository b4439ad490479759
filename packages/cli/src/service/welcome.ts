import { isIPv6 } from 'node:net';

export interface Welcome {
  version: string;
  host: string;
  port: number;
  /** Where secrets and files are, when there is such a folder. */
  dataFolder: string | undefined;
  /** Whether conversions want a token too. */
  tokenForAll: boolean;
  token:
    | { from: 'settings' }
    | { from: 'nowhere' }
    /** `secret` only where people look and programs do not. */
    | { from: 'file'; path: string; secret: string | undefined };
}

/** A script that fits a command line. */
const SCRIPT = String.raw`INT. KITCHEN - NIGHT\n\nA lamp burns. MARA comes in.\n\nMARA\nWho left this on?\n`;

/** What the service says once it listens: where it is, what opens it, and a line to paste into a shell. */
export function welcomeText({ version, host, port, dataFolder, tokenForAll, token }: Welcome): string {
  const url = serviceUrl(host, port);
  const lines = [`screenplay ${version} is listening on ${url}`];
  if (dataFolder !== undefined) lines.push(`  data         ${dataFolder}`);
  lines.push(`  access token ${tokenText(token)}`);
  const authorization = tokenForAll ? ` -H "Authorization: Bearer ${tokenInShell(token)}"` : '';
  lines.push(
    '',
    'Convert a script:',
    `  curl -sS '${url}/convert?format=fountain'${authorization} -H 'Content-Type: text/plain' --data-binary "$(printf '${SCRIPT}')"`,
    '',
    'Stop with Ctrl-C.',
  );
  return `${lines.join('\n')}\n`;
}

function tokenText(token: Welcome['token']): string {
  if (token.from === 'settings') return 'as set by ACCESS_TOKEN';
  if (token.from === 'nowhere') return 'none: protected endpoints answer 401 until ACCESS_TOKEN is set';
  return token.secret === undefined ? `in ${token.path}` : `${token.secret} (kept in ${token.path})`;
}

function tokenInShell(token: Welcome['token']): string {
  return token.from === 'file' ? `$(cat '${token.path.replaceAll("'", `'\\''`)}')` : '$ACCESS_TOKEN';
}

/** The URL at which this machine reaches a service that listens on `host`. */
export function serviceUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
