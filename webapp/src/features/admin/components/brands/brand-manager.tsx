'use client'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { ButtonAnchor, ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Box, Container, Row } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import type { Brand, BrandRecord } from '@/lib/api/types'
import { reveal } from '@/lib/reveal'
import { routes } from '@/lib/routes'
import * as texts from '@/messages/admin/brands'
import { useBrandHistory, useBrands } from '../../api/brands'
import { useAccessDenied } from '../../hooks/use-access-denied'
import { type Draft, draftOf, emptyDraft, isChanged } from '../../lib/brand-draft'
import { BrandEditor } from './brand-editor'
import { BrandList, NEW } from './brand-list'
import { EditorSkeleton, LoadFailed } from './states'

interface Done {
  words: string
  /** The brand it was done to; null where that is gone. */
  record: BrandRecord | null
}

interface Props {
  /** Shows a storefront in a brand's look; what it shows is the page's affair. */
  Preview: ComponentType<{ brand: Brand }>
}

/** Every brand of the house. What was typed stays while one looks at another brand. */
export function BrandManager({ Preview }: Props) {
  const { brands, error, reload } = useBrands()
  const [chosen, setChosen] = useState('default')
  const [outcome, setOutcome] = useState<Done | null>(null)
  const [drafts, setDrafts] = useState<Record<string, Draft>>({})
  const isDenied = useAccessDenied(error)
  const setDraft = (key: string, draft?: Draft) =>
    setDrafts(({ [key]: _, ...others }) => (draft ? { ...others, [key]: draft } : others))

  return (
    <Container py={{ base: '6', md: '10' }}>
      <Row justifyContent="space-between" flexWrap="wrap" mb="6">
        <h1>{texts.title}</h1>
        <ButtonLink href={routes.adminSettings} variant="outline">
          <Icon name="arrow-left" size="sm" />
          {texts.back}
        </ButtonLink>
      </Row>
      {outcome && <Outcome done={outcome} />}
      {error && !brands && !isDenied ? (
        <LoadFailed error={error} ask={reload} />
      ) : (
        <Box
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '15rem minmax(0, 1fr)' }}
          alignItems="start"
          gap="6"
        >
          <BrandList
            brands={brands}
            chosen={chosen}
            changed={Object.keys(drafts)}
            onChoose={(key) => {
              setChosen(key)
              setOutcome(null)
            }}
          />
          <ChosenBrand
            key={chosen}
            brandKey={chosen === NEW ? null : chosen}
            draft={drafts[chosen]}
            onDraft={(draft) => setDraft(chosen, draft)}
            onPublished={async (done) => {
              setDraft(chosen)
              setOutcome(done)
              await reload()
              setChosen(done.record?.brand.domain ?? 'default')
            }}
            Preview={Preview}
          />
        </Box>
      )}
    </Container>
  )
}

/** Takes the focus: the button that was pressed may be far below it, and nothing else says that it is done. */
function Outcome({ done }: { done: Done }) {
  const { words, record } = done
  const notice = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that something was done.
  useEffect(() => reveal(notice.current), [done])
  return (
    <Notice ref={notice} tabIndex={-1} scrollMarginTop="6rem" tone="success" role="status" mb="4">
      {words}{' '}
      {record && (
        <ButtonAnchor variant="link" minH="6" href={record.site} target="_blank" rel="noopener">
          {texts.openSite}
        </ButtonAnchor>
      )}
    </Notice>
  )
}

interface ChosenProps extends Props {
  brandKey: string | null
  draft: Draft | undefined
  /** Nothing where the draft is what is published. */
  onDraft: (draft?: Draft) => void
  onPublished: (done: Done) => Promise<void>
}

function ChosenBrand({ brandKey, draft, onDraft, onPublished, Preview }: ChosenProps) {
  const { history, error, reload } = useBrandHistory(brandKey)
  if (error && !history) return <LoadFailed error={error} ask={reload} />
  if (brandKey !== null && !history) return <EditorSkeleton />
  const published = history ? draftOf(history.record) : emptyDraft
  return (
    <BrandEditor
      published={published}
      versions={history?.versions ?? []}
      isNew={brandKey === null}
      draft={draft ?? published}
      onDraft={(next) => onDraft(isChanged(next, published) ? next : undefined)}
      onPublished={async (record, words) => {
        if (record && brandKey !== null) await reload()
        await onPublished({ words, record })
      }}
      onReload={async () => {
        await reload()
        onDraft()
      }}
      Preview={Preview}
    />
  )
}
