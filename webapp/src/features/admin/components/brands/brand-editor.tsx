'use client'
import dynamic from 'next/dynamic'
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Box, Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import type { Brand, BrandHistory, BrandRecord, ThemeReport } from '@/lib/api/types'
import { reveal } from '@/lib/reveal'
import * as words from '@/messages/admin/brands'
import * as passwordWords from '@/messages/admin/password'
import * as uiWords from '@/messages/components/ui'
import { useThemeReport } from '../../api/brands'
import { type BrandEditor as Editor, useBrandEditor } from '../../hooks/use-brand-editor'
import { type Draft, type FieldPath, type MarkupToAsk, markupToAsk, withValue } from '../../lib/brand-draft'
import { BrandFields } from './brand-fields'
import { ContrastReport } from './contrast-report'
import { SaveBar } from './save-bar'
import { Versions } from './versions'

const PasswordDialog = dynamic(() => import('../password-dialog').then((module) => module.PasswordDialog), {
  ssr: false,
})
const DeleteDialog = dynamic(() => import('./delete-dialog').then((module) => module.DeleteDialog), { ssr: false })
const MarkupDialog = dynamic(() => import('./markup-dialog').then((module) => module.MarkupDialog), { ssr: false })

interface Props {
  published: Draft
  versions: BrandHistory['versions']
  isNew: boolean
  draft: Draft
  onDraft: (draft: Draft) => void
  onPublished: (record: BrandRecord | null, words: string) => Promise<void>
  /** Takes over what somebody else has published. */
  onReload: () => Promise<void>
  Preview: ComponentType<{ brand: Brand }>
}

export function BrandEditor({ versions, onReload, Preview, ...props }: Props) {
  const { draft, onDraft, isNew } = props
  const editor = useBrandEditor(props)
  const { question, setQuestion, markup, submit } = useQuestion(editor, props.published, draft)
  const { brand } = draft.record
  const { report } = useThemeReport(brand.theme)
  const set = (path: FieldPath, value: string) => onDraft({ ...draft, record: withValue(draft.record, path, value) })
  const shown = {
    ...brand,
    name: brand.name || words.yourBrand,
    theme: report?.theme ?? props.published.record.brand.theme,
  }
  return (
    <>
      <form onSubmit={submit} noValidate aria-label={isNew ? words.newBrand : brand.name}>
        <Stack gap="4">
          <SaveBar editor={editor} isNew={isNew} name={brand.name} />
          {question !== 'delete' && <Failure editor={editor} onReload={onReload} />}
          <Box
            display="grid"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 24rem' }}
            alignItems="start"
            gap="6"
          >
            <Card padded>
              <BrandFields
                draft={draft}
                isNew={isNew}
                errors={editor.failure?.fields ?? {}}
                warnings={contrastWarnings(report)}
                onChange={set}
                onMarkup={(markup) => onDraft({ ...draft, markup })}
              />
            </Card>
            <Stack>
              <Card overflow="hidden">
                <Preview brand={shown} />
              </Card>
              <ContrastReport report={report} onTake={(color, shade) => set(`brand.theme.${color}`, shade)} />
              {!isNew && (
                <Versions versions={versions} isBusy={editor.isBusy} onUndo={(to) => void editor.undoTo(to)} />
              )}
              {!isNew && brand.domain !== 'default' && (
                <Button variant="ghost" color="error.fg" justifySelf="start" onClick={() => setQuestion('delete')}>
                  {words.deleteBrand}
                </Button>
              )}
            </Stack>
          </Box>
        </Stack>
      </form>
      <Questions
        editor={editor}
        name={brand.name}
        markup={markup}
        question={question}
        onKeep={() => setQuestion(null)}
      />
    </>
  )
}

/** What is asked before it is done. */
type Question = 'markup' | 'delete'

/** The open question. To publish asks one where the markup may be a slip. */
function useQuestion(editor: Editor, { markup: before }: Draft, { markup: after }: Draft) {
  const [question, setQuestion] = useState<Question | null>(null)
  const markup = markupToAsk(before, after)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (markup) setQuestion('markup')
    else void editor.publish()
  }
  return { question, setQuestion, markup, submit }
}

interface QuestionsProps {
  editor: Editor
  name: string
  /** A change of the markup that is asked about first; null for any other. */
  markup: MarkupToAsk | null
  question: Question | null
  onKeep: () => void
}

/** Beside the form, not in it: what is submitted in a dialog publishes nothing. */
function Questions({ editor, name, markup, question, onKeep }: QuestionsProps) {
  const { password, failure, restoring } = editor
  if (password.purpose) {
    return (
      <PasswordDialog
        why={passwordWords.why({ purpose: password.purpose })}
        failure={password.failure}
        wantsCode={password.wantsCode}
        isBusy={password.isBusy}
        onEnter={(typed) => void password.enter(typed)}
        onClose={password.giveUp}
      />
    )
  }
  if (restoring) {
    const restore = () => void editor.restore()
    return (
      <MarkupDialog {...restoring.markup} restored={restoring.version} onPublish={restore} onClose={editor.keepLive} />
    )
  }
  if (question === 'markup' && markup) {
    const publish = () => {
      onKeep()
      void editor.publish()
    }
    return <MarkupDialog {...markup} onPublish={publish} onClose={onKeep} />
  }
  if (question !== 'delete') return null
  return (
    <DeleteDialog
      name={name}
      isBusy={editor.isBusy}
      failure={failure?.action === 'deleted' ? failure.words : undefined}
      onDelete={() => void editor.remove()}
      onClose={onKeep}
    />
  )
}

/** What is told in the report, at the field that decides it. */
const contrastWarnings = (report: ThemeReport | undefined) =>
  Object.fromEntries(
    (report?.checks ?? [])
      .filter(({ passes }) => !passes)
      .map(({ color, ratio, required }) => [`brand.theme.${color}`, words.contrastTooLow({ ratio, required })]),
  )

const notDone = { published: words.notPublished, undone: words.notUndone, deleted: words.notDeleted }

interface FailureProps {
  editor: Editor
  onReload: () => Promise<void>
}

function Failure({ editor: { failure }, onReload }: FailureProps) {
  const notice = useRef<HTMLDivElement>(null)
  // The dialog of a deletion has said it.
  const isNews = failure !== null && failure.action !== 'deleted'
  useEffect(() => {
    if (failure && isNews) reveal(notice.current)
  }, [failure, isNews])
  if (!failure) return null
  const title = notDone[failure.action]
  const problems = Object.entries(failure.fields).map(([fieldId, message]) => ({ fieldId, message }))
  if (problems.length > 0) return <ErrorSummary title={title} problems={problems} attempt={failure.attempt} />
  return (
    <Notice ref={notice} tabIndex={-1} scrollMarginTop="6rem" tone="error" role={isNews ? 'alert' : undefined}>
      {uiWords.failure({ title, reason: failure.words, strong })}{' '}
      {failure.isOutdated && (
        <Button variant="link" minH="6" onClick={() => void onReload()}>
          {words.loadAgain}
        </Button>
      )}
    </Notice>
  )
}
