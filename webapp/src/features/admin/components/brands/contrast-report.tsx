'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import type { Theme, ThemeReport } from '@/lib/api/types'
import * as words from '@/messages/admin/brands'

const Root = chakra(Card, {
  base: {
    p: '4',
    '& h3': { mb: '2' },
    '& li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      py: '2',
      borderTop: '1px solid {colors.line}',
      textStyle: 'sm',
    },
    '& p': { mt: '2', textStyle: 'xs', color: 'fg.muted' },
    '& .shade': { boxSize: '4', borderRadius: 'xs', border: '1px solid {colors.line.strong}' },
  },
})

interface Props {
  report: ThemeReport | undefined
  onTake: (color: string, shade: string) => void
}

/** Whether the colours can be read (WCAG 2.2 AA), and the nearest shade where one can't. */
export function ContrastReport({ report, onTake }: Props) {
  return (
    <Root role="status" aria-busy={!report}>
      <h3>{words.contrast}</h3>
      <ul>
        {report?.checks.map(({ color, label, ratio, required, passes, suggestion }) => (
          <li key={color}>
            <span>{label}</span>
            <Badge variant={passes ? 'success' : 'destructive'}>
              <Icon name={passes ? 'check' : 'alert'} />
              {passes ? words.ratio({ ratio }) : words.ratioTooLow({ ratio, required })}
            </Badge>
            {suggestion && (
              <Button variant="outline" size="sm" onClick={() => onTake(color, suggestion)}>
                <span className="shade" style={{ background: suggestion }} aria-hidden="true" />
                {words.takeShade({ shade: suggestion })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {report && <Shades theme={report.theme} />}
    </Root>
  )
}

/** What can't be read in the primary colour itself is drawn in its nearest shade that can. */
function Shades({ theme }: { theme: Theme }) {
  const shadeOf = (name: string) => theme.variables.find((variable) => variable.name === name)?.value
  const [solid, link] = [shadeOf('--brand-solid'), shadeOf('--brand-link')]
  if (!solid || !link || (solid === theme.primary && link === theme.primary)) return null
  return <p>{words.nearestShades({ solid, link })}</p>
}
