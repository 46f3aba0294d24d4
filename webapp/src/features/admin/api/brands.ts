'use client'
import useSWR from 'swr'
import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import type { ApiError } from '@/lib/api/error'
import type { BrandRecord, Theme, ThemeReport } from '@/lib/api/types'
import { useGet } from '@/lib/api/use-get'

const brandsPath = apiPath('/api/admin/brands')
const brandPath = (domain: string) => apiPath('/api/admin/brands/{domain}', { domain })

export function useBrands() {
  const { data, error, mutate } = useGet(brandsPath, { revalidateOnMount: true })
  return { brands: data, error, reload: mutate }
}

/** The record of a brand and its versions; nothing is asked for without a key. */
export function useBrandHistory(key: string | null) {
  const { data, error, mutate } = useGet(key === null ? null : brandPath(key), { revalidateOnMount: true })
  return { history: data, error, reload: mutate }
}

/** The computed shades of a theme and how readable it is. While the next answer is on its way the last one stays. */
export function useThemeReport(theme: Theme) {
  const { primary, secondary, accent, background, text, font } = theme
  const seeds = { primary, secondary, accent, background, text, font, variables: [] }
  const isComplete = [primary, secondary, accent, background, text].every((color) => /^#[0-9a-f]{6}$/i.test(color))
  const { data, error } = useSWR<ThemeReport, ApiError>(
    isComplete ? ['theme', JSON.stringify(seeds)] : null,
    () => request('POST', apiPath('/api/admin/themes/check'), { body: { theme: seeds } }),
    { keepPreviousData: true },
  )
  return { report: data, error }
}

export const fetchVersion = (domain: string, version: number) =>
  request('GET', apiPath('/api/admin/brands/{domain}/versions/{version}', { domain, version }))

export const createBrand = (record: BrandRecord) => request('POST', brandsPath, { body: record })

export const updateBrand = (record: BrandRecord) => request('PUT', brandPath(record.brand.domain), { body: record })

export const deleteBrand = (key: string) => request('DELETE', brandPath(key))
