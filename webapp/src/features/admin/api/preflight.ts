import { request } from '@/lib/api/client'

/** By hand until the API's document has it: then `export type PreflightReport = Schemas['PreflightReport']`. */
export interface PreflightReport {
  checkedAt: string
  /** No required line has failed. */
  isReady: boolean
  lines: {
    code: string
    title: string
    state: 'passed' | 'warning' | 'failed' | 'skipped'
    /** Live mode stays off while this one fails. */
    isRequired: boolean
    evidence: string
    remedy: string
    /** The service that looked. */
    checkedBy: string
  }[]
}

export type PreflightLine = PreflightReport['lines'][number]

/** Has every service check what live mode needs. Changes nothing. */
export const runPreflight = () => request<PreflightReport>('/api/admin/preflight', { method: 'POST' })
