import path from 'node:path'
import type { NextConfig } from 'next'
import { writeMessages } from './tools/messages.mjs'

// Every page imports its texts: they are compiled before the first one is read.
writeMessages()

const isDev = process.env.NODE_ENV === 'development'
const apiOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080'

const config: NextConfig = {
  // The export has no server of its own. `next dev` runs without it, so that any /flight/{id} renders and /api is
  // proxied.
  ...(isDev
    ? { rewrites: async () => [{ source: '/api/:path*', destination: `${apiOrigin}/api/:path*` }] }
    : { output: 'export' as const }),
  env: { BUILD_YEAR: String(new Date().getFullYear()) },
  // The airports are read from ../seeds at build time.
  turbopack: { root: path.resolve(import.meta.dirname, '..') },
  allowedDevOrigins: ['127.0.0.1'],
  images: { unoptimized: true },
  reactStrictMode: true,
  poweredByHeader: false,
  experimental: { inlineCss: true },
  // The tests look at them in a step of their own.
  typescript: { ignoreBuildErrors: process.env.TYPES_ARE_CHECKED === 'true' },
  // Files under _next/static/<build id> are served as immutable: every release needs an id of its own.
  generateBuildId: () => process.env.BUILD_ID ?? 'dev',
}

export default config
