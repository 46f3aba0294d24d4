'use client'
import { Card } from '@/components/ui/card'
import { Dialog } from '@/components/ui/dialog'
import { Box, Row, Text } from '@/components/ui/layout'
import { PHONE, useMedia } from '@/lib/use-media'
import * as words from '@/messages/search/filters'
import { FilterButtons, FilterChoices, type FilterProps } from './filter-panel'

interface Props extends FilterProps {
  unloaded: number
  /** How many flights these filters let through. */
  matching: number
  onClose: () => void
}

/** A rail beside the list; on a phone a sheet over it. */
export function FiltersPane(props: Props) {
  const isPhone = useMedia(PHONE)
  const buttons = (
    <FilterButtons onChange={props.onChange} onApply={props.onClose} hidden={isPhone ? props.matching : null} />
  )
  if (isPhone) {
    return (
      <Dialog isOpen onClose={props.onClose} title={words.title} footer={buttons}>
        <Box mx="-6">
          <FilterChoices {...props} />
        </Box>
      </Dialog>
    )
  }
  return (
    // As high as the window lets it be under the head of an unscrolled page, so that its buttons are always seen.
    <Card
      as="aside"
      aria-label={words.title}
      position="sticky"
      top="5rem"
      maxH="max(24rem, calc(100dvh - 21rem))"
      overflowY="auto"
      // A control with the focus stands clear of the buttons (WCAG 2.2, 2.4.11).
      scrollPaddingBlock="0.5rem 5.75rem"
    >
      <Row px="5" py="4">
        <Text as="h2" textStyle="h3">
          {words.title}
        </Text>
      </Row>
      <FilterChoices {...props} />
      <Box
        mt="2"
        p="5"
        borderTop="1px solid {colors.line}"
        position="sticky"
        bottom="0"
        zIndex="1"
        bg="surface"
        // More choices follow above the buttons; after the last one the fade lies on empty ground.
        _before={{
          content: '""',
          position: 'absolute',
          insetInline: '0',
          bottom: '100%',
          h: '6',
          backgroundImage: 'linear-gradient(transparent, {colors.surface})',
          pointerEvents: 'none',
          _highContrast: { display: 'none' },
        }}
      >
        {buttons}
      </Box>
    </Card>
  )
}
