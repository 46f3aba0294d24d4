'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentProps, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Box, Row, Text } from '@/components/ui/layout'
import { NotLoaded } from '@/components/ui/not-loaded'
import { Segmented } from '@/components/ui/segmented'
import type { SearchCriteria } from '@/lib/criteria'
import { latePart, useLatePart } from '@/lib/late-part'
import * as words from '@/messages/dates/panel'
import { useDatesView } from '../hooks/use-dates-view'
import { useFollowedHeading } from '../hooks/use-followed-focus'
import { useWithBags } from '../hooks/use-with-bags'
import type { FoundPrice } from '../lib/cells'
import { panelFrame } from '../lib/panel-frame'
import { GRAPH_HEIGHT } from '../lib/panel-height'
import { Around } from './around'
import type { PriceGraph } from './price-graph'
import { GraphLoading } from './states'

const graphPart = latePart(() => import('./price-graph'))

const Root = chakra('section', {
  base: {
    ...panelFrame,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '3',
    p: { base: '3', md: '5' },
    '& header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', rowGap: '2', columnGap: '4' },
    '& header h2': { textStyle: 'h3', flex: '1', outline: 'none' },
    '& .foot': { flexWrap: 'wrap', justifyContent: 'space-between', rowGap: '3', columnGap: '4' },
    // On a phone it stands beside the title, though the keyboard reaches it last.
    '& fieldset': { order: { base: '1', md: '0' } },
  },
})

interface Props {
  criteria: SearchCriteria
  onClose: () => void
  /** Goes to the flights of the search, below the panel. */
  onFlights: () => void
  isSettled: boolean
  found: FoundPrice | null
}

/** What searches have seen of other dates: of a few days on either side of the chosen ones, or of two months of departures. */
export function DatesPanel({ criteria, onClose, onFlights, isSettled, found }: Props) {
  const [shown, show] = useDatesView()
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const isWithBags = useWithBags()
  useFollowedHeading(criteria, heading)
  const toGrid = () => {
    show('grid')
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <Root aria-labelledby={title}>
      <header>
        <h2 id={title} ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <Segmented
          legend={words.viewLegend}
          value={shown}
          onChange={show}
          options={[
            { value: 'grid', label: words.grid },
            { value: 'graph', label: words.graph },
          ]}
        />
        <Button variant="ghost" size="icon" aria-label={words.close} onClick={onClose}>
          <Icon name="close" size="sm" />
        </Button>
      </header>
      {isWithBags && <Text textStyle="sm">{words.withoutBags}</Text>}
      {shown === 'grid' ? (
        <Around criteria={criteria} isSettled={isSettled} found={found} />
      ) : (
        <LateGraph criteria={criteria} isSettled={isSettled} found={found} onGrid={toGrid} />
      )}
      <Row className="foot">
        <Text textStyle="xs" color="fg.muted">
          {words.seenEarlier}
        </Text>
        <Button variant="link" fontSize="sm" onClick={onFlights}>
          {words.toFlights}
        </Button>
      </Row>
    </Root>
  )
}

/** The graph, loaded when it is chosen. What stands in its place is as high. */
function LateGraph(props: ComponentProps<typeof PriceGraph>) {
  const { here, failure } = useLatePart(graphPart)
  if (here) return <here.PriceGraph {...props} />
  if (!failure) return <GraphLoading />
  return (
    <Box minH={GRAPH_HEIGHT}>
      <NotLoaded {...failure} />
    </Box>
  )
}
