import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import { builtinModules } from 'node:module';
import regexp from 'eslint-plugin-regexp';
import ts from 'typescript-eslint';

const SOURCES = 'packages/*/src/**/*.ts';
const CORE = 'packages/core/src/**/*.ts';
const TESTS = 'packages/*/test/**/*.ts';
const CONFIGS = ['*.ts', '*.mjs', '.*.mjs', 'packages/*/tsup.config.ts'];

/** What core may not touch: the platform underneath, the clock, chance. */
const CORE_GLOBALS = {
  process: 'core runs in browsers too.',
  Buffer: 'Use Uint8Array.',
  require: 'core is made of ES modules.',
  __dirname: 'core reads no files.',
  __filename: 'core reads no files.',
  console: 'Return a Warning, or log by the runtime port.',
  performance: 'core has no clock; take it by the runtime port.',
  setTimeout: 'core has no clock.',
  setInterval: 'core has no clock.',
  fetch: 'core has no network.',
  window: 'core runs in workers and in Node too.',
  document: 'core runs in workers and in Node too.',
};

const NO_DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
  message: 'Export by name.',
};

const CORE_SYNTAX = [
  NO_DEFAULT_EXPORT,
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'core has no clock; take the time as an option.',
  },
  { selector: 'CallExpression[callee.name="Date"]', message: 'core has no clock; take the time as an option.' },
];

const FORMAT_NAMES = {
  selector: 'Literal[value=/^(fdx|fadein|fountain|pdf|yaml|json)$/]',
  message: 'The name of a format belongs in its room, the registry and the task table only.',
};

export default defineConfig(
  { ignores: ['**/dist/', '**/node_modules/', 'coverage/', 'out/', '**/*.generated.*', '**/fixtures/', 'docs/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [ts.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Declarations of libraries without their own go with the file that imports the library, into every project.
      '@typescript-eslint/triple-slash-reference': ['error', { path: 'always', types: 'never', lib: 'never' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Code points are the document's unit, so spreading a string is what is meant.
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    files: [SOURCES],
    plugins: { regexp },
    rules: {
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT],
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    files: [CORE],
    rules: {
      'no-restricted-syntax': ['error', ...CORE_SYNTAX, FORMAT_NAMES],
      'no-restricted-globals': ['error', ...Object.entries(CORE_GLOBALS).map(([name, message]) => ({ name, message }))],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'core has no clock; take the time as an option.' },
        { object: 'Math', property: 'random', message: 'core has no chance; take random bytes by the runtime port.' },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: builtinModules.map((name) => ({ name, message: 'core runs in browsers too.' })),
          patterns: ['node:*'],
        },
      ],
    },
  },
  {
    // Where the names of formats belong: the rooms, the registry, the list of names, the task table, the contracts.
    files: [
      'packages/core/src/formats/*/**/*.ts',
      'packages/core/src/formats/{registry,detect}.ts',
      'packages/core/src/ports/codec.ts',
      'packages/core/src/pipeline/tasks/**/*.ts',
      'packages/core/src/testing/**/*.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...CORE_SYNTAX] },
  },
  {
    files: [TESTS],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  // TypeScript checks the scripts' names.
  { files: ['**/*.mjs'], rules: { 'no-undef': 'off' } },
  { files: ['packages/core/platform.d.ts'], rules: { 'no-var': 'off' } },
  { files: CONFIGS, rules: { 'no-restricted-syntax': 'off' } },
);
