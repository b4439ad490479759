import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import rules from '../.dependency-cruiser.mjs';
import { runMain } from './progress.mjs';
import { packages, ROOT } from './workspace.mjs';

/** Checks who imports whom by the rules of `.dependency-cruiser.mjs`. */
async function checkBoundaries() {
  process.chdir(ROOT);
  const folders = packages().flatMap(({ path }) => ['src', 'test'].map((name) => join(path, name)).filter(existsSync));
  const { options = {}, ...ruleSet } = rules;
  const reasons = new Map(rules.forbidden?.map(({ name, comment }) => [name, comment]));
  const { output } = await cruise(
    folders.map((folder) => relative(ROOT, folder)),
    { ...options, ruleSet, validate: true },
    undefined,
    { tsConfig: extractTSConfig('tsconfig.base.json') },
  );
  if (typeof output === 'string') throw new Error(output);
  const { modules, summary } = output;
  for (const { rule, from, to, cycle } of summary.violations) {
    const path = [from, ...(cycle?.map(({ name }) => name) ?? (to === from ? [] : [to]))].join(' -> ');
    console.error(`${path}\n  ${rule.name}${reasons.get(rule.name) ? `: ${reasons.get(rule.name)}` : ''}`);
  }

  // A cruiser that cannot parse TypeScript finds no faults either.
  const seen = new Set(modules.map(({ source }) => source));
  const unseen = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((name) => relative(ROOT, join(folder, String(name)))),
    )
    .filter((path) => path.endsWith('.ts') && !seen.has(path.replaceAll('\\', '/')));
  for (const path of unseen) console.error(`not cruised: ${path}`);

  console.log(
    `${seen.size} modules, ${summary.totalDependenciesCruised} imports, ${summary.violations.length} violations`,
  );
  return summary.error > 0 || unseen.length > 0 || seen.size === 0 ? 1 : 0;
}

await runMain(checkBoundaries);
