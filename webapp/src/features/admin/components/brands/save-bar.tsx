'use client'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Row } from '@/components/ui/layout'
import * as words from '@/messages/admin/brands'
import type { BrandEditor } from '../../hooks/use-brand-editor'

/** Says whether anything waits to be published, and publishes it. */
export function SaveBar({ editor, isNew, name }: { editor: BrandEditor; isNew: boolean; name: string }) {
  return (
    // From tablets on it stays under the site's header: the form is several windows long.
    <Row
      justifyContent="space-between"
      flexWrap="wrap"
      position={{ md: 'sticky' }}
      top="3.75rem"
      zIndex="raised"
      py={{ md: '2' }}
      bg="canvas"
    >
      <h2>{isNew ? words.newBrand : name}</h2>
      <Row flexWrap="wrap" w={{ base: 'full', md: 'auto' }}>
        {editor.isDirty && (
          <Badge variant="warning">
            <Icon name="edit" />
            {words.unsavedChanges}
          </Badge>
        )}
        <Button type="submit" flex={{ base: '1', md: 'none' }} disabled={!editor.isDirty || editor.isBusy}>
          {editor.isBusy ? words.publishing : words.publish}
        </Button>
      </Row>
    </Row>
  )
}
