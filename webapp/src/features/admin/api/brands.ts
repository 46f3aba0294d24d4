'use client'
import useSWR from 'swr'
import { request } from '@/lib/api/client'
import type { ApiError } from '@/lib/api/error'
import type { BrandHistory, BrandRecord, BrandSummary, Done, Theme, ThemeReport } from '@/lib/api/types'

const brandsPath = '/api/admin/brands'
const brandPath = (key: string) => `${brandsPath}/${encodeURIComponent(key)}`

export function useBrands() {
  const { data, error, mutate } = useSWR<BrandSummary[], ApiError>(
    brandsPath,
    (path: string) => request<BrandSummary[]>(path),
    { revalidateOnMount: true },
  )
  return { brands: data, error, reload: mutate }
}

/** The record of a brand and its versions; nothing is asked for without a key. */
export function useBrandHistory(key: string | null) {
  const { data, error, mutate } = useSWR<BrandHistory, ApiError>(
    key === null ? null : brandPath(key),
    (path: string) => request<BrandHistory>(path),
    { revalidateOnMount: true },
  )
  return { history: data, error, reload: mutate }
}

/** The computed shades of a theme and how readable it is. While the next answer is on its way the last one stays. */
export function useThemeReport(theme: Theme) {
  const { primary, secondary, accent, background, text, font } = theme
  const seeds = { primary, secondary, accent, background, text, font, variables: [] }
  const isComplete = [primary, secondary, accent, background, text].every((color) => /^#[0-9a-f]{6}$/i.test(color))
  const { data, error } = useSWR<ThemeReport, ApiError>(
    isComplete ? ['theme', JSON.stringify(seeds)] : null,
    () => request<ThemeReport>('/api/admin/themes/check', { method: 'POST', body: { theme: seeds } }),
    { keepPreviousData: true },
  )
  return { report: data, error }
}

export const fetchVersion = (key: string, version: number) =>
  request<BrandRecord>(`${brandPath(key)}/versions/${version}`)

export const createBrand = (record: BrandRecord) => request<BrandRecord>(brandsPath, { method: 'POST', body: record })

export const updateBrand = (record: BrandRecord) =>
  request<BrandRecord>(brandPath(record.brand.domain), { method: 'PUT', body: record })

export const deleteBrand = (key: string) => request<Done>(brandPath(key), { method: 'DELETE' })
