export { default as Koa } from 'koa';
export type { Middleware, ParameterizedContext } from 'koa';
