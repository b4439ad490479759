/**
 * The HTTP service over the screenplay converter: conversion, export, validation, jobs and signed webhooks.
 *
 * @packageDocumentation
 */
export { createLog } from './log/create-log.js';
export type { LogLevel, LogOptions } from './log/create-log.js';
export type { LogRecord, ServerLog } from './log/server-log.js';
export type { JobsOptions, WebhookConfig } from './jobs-options.js';
export { createServer } from './server.js';
export type { ListenOptions, ScreenplayServer } from './server.js';
export type {
  BodyLimits,
  ConverterStats,
  DeploymentState,
  QueueState,
  ServerOptions,
  ServiceState,
  SettingInForce,
  Timeouts,
} from './server-options.js';
export { WebhookNotifier } from './webhooks/webhook-notifier.js';
export type { WebhookNotifierOptions } from './webhooks/webhook-notifier.js';
