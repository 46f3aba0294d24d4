import type { Viewport } from 'next'
import type { ReactNode } from 'react'
import { firstFrameScript } from '@/components/layout/first-frame-script'
import { SiteFrame } from '@/components/layout/site-frame'
import { locale } from '@/messages/locale'
import { AppProviders } from '@/providers/app-providers'
import './globals.css'

// No title, description or icon: the gateway writes the brand's own into the head.
export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang={locale} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of our own, hashed in the policy. */}
        <script dangerouslySetInnerHTML={{ __html: firstFrameScript }} />
      </head>
      <body>
        <AppProviders>
          <SiteFrame>{children}</SiteFrame>
        </AppProviders>
      </body>
    </html>
  )
}
