'use client'
import { BrandManager } from '@/features/admin/components/brands/brand-manager'
import { StorefrontPreview } from './storefront-preview'

/** The brand manager, and what it shows a brand by. */
export const Manager = () => <BrandManager Preview={StorefrontPreview} />
