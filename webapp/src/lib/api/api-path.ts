import type { paths } from './schema'

export type Path = keyof paths
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface AnyOperation {
  parameters: { query?: unknown; header?: unknown; path?: unknown }
  requestBody?: unknown
  responses: object
}

/** What the OpenAPI document says of a method on a path; never where there is none. */
export type Operation<M extends Method, P extends Path> = Extract<paths[P][Lowercase<M>], AnyOperation>

type Params<P extends Path> = Operation<Method, P>['parameters']['path']

declare const template: unique symbol

/** An address of the API that knows which path of the document it fills in: what it answers follows from it. */
export type ApiPath<P extends Path> = string & { readonly [template]: P }

/** '/api/bookings/{id}' + { id: 'bk_1' } -> '/api/bookings/bk_1' */
export function apiPath<P extends Path>(path: P, ...params: Params<P> extends undefined ? [] : [Params<P>]): ApiPath<P>
export function apiPath(path: string, params: Record<string, string | number> = {}) {
  return path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
