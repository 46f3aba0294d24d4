'use client'
import useSWR, { type SWRConfiguration } from 'swr'
import type { ApiPath } from './api-path'
import { type Answer, type ReadablePath, request } from './client'
import type { ApiError } from './error'

/** What a GET of the path answers, kept under the path; null waits. */
export function useGet<P extends ReadablePath>(
  path: ApiPath<P> | null,
  config?: SWRConfiguration<Answer<'GET', P>, ApiError>,
) {
  return useSWR<Answer<'GET', P>, ApiError>(path, (key: ApiPath<P>) => request('GET', key), config)
}
