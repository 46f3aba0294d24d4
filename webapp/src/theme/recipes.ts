import { defineSlotRecipe } from '@chakra-ui/react/styled-system'
import { drawnInForcedColors } from './forced-colors'

/** A dialog on a desk, a bottom sheet on a phone; `drawer` comes in from the side of a desk, and `menu` of both. */
const dialog = defineSlotRecipe({
  slots: [
    'trigger',
    'backdrop',
    'positioner',
    'content',
    'title',
    'description',
    'closeTrigger',
    'header',
    'body',
    'footer',
  ],
  base: {
    backdrop: {
      position: 'fixed',
      inset: '0',
      bg: 'scrim',
      zIndex: 'overlay',
      _open: { animation: 'fade-in 320ms' },
      _closed: { animation: 'fade-out 200ms' },
    },
    positioner: { position: 'fixed', inset: '0', display: 'grid', zIndex: 'modal', overscrollBehavior: 'contain' },
    content: {
      display: 'flex',
      flexDirection: 'column',
      bg: 'surface',
      color: 'fg',
      shadow: 'dialog',
      outline: 'none',
      minH: '0',
      _closed: { animation: 'fade-out 200ms' },
    },
    header: { display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: '4', p: '6', pb: '0' },
    title: { textStyle: 'h2', color: 'ink' },
    description: { color: 'fg.muted', textStyle: 'sm' },
    body: { px: '6', pt: '4', pb: '6', overflowY: 'auto', '& > *': { display: 'grid', gap: '4' } },
    footer: {
      display: 'flex',
      // The safe way first for eyes, thumbs and readers alike, and the other out of its reach.
      flexDirection: { base: 'column', md: 'row' },
      justifyContent: 'flex-end',
      gap: { base: '4', md: '3' },
      px: '6',
      pt: '4',
      pb: { base: 'calc(1.5rem + env(safe-area-inset-bottom))', md: '4' },
      borderTop: '1px solid {colors.line}',
    },
  },
  variants: {
    placement: {
      dialog: {
        positioner: { placeItems: { base: 'end stretch', md: 'center' }, p: { base: '0', md: '4' } },
        content: {
          w: 'full',
          maxW: { md: 'dialog' },
          maxH: '92dvh',
          borderRadius: { base: '1rem 1rem 0 0', md: 'xl' },
          _open: { animation: { base: 'sheet-in 320ms cubic-bezier(0.2, 0, 0, 1)', md: 'rise-in 320ms' } },
        },
      },
      // From the side with most of the page's width, for what is compared.
      drawer: {
        positioner: { placeItems: { base: 'end stretch', md: 'stretch end' } },
        content: {
          w: 'full',
          maxW: { md: 'min(72rem, 94vw)' },
          maxH: { base: '92dvh', md: '100dvh' },
          h: { md: '100dvh' },
          borderRadius: { base: '1rem 1rem 0 0', md: '0' },
          _open: { animation: { base: 'sheet-in 320ms cubic-bezier(0.2, 0, 0, 1)', md: 'drawer-in 320ms' } },
        },
      },
      menu: {
        positioner: { justifyItems: 'end' },
        content: {
          w: 'min(20rem, 88%)',
          h: '100dvh',
          p: '4',
          overflowY: 'auto',
          _open: { animation: 'drawer-in 320ms' },
        },
      },
    },
  },
  defaultVariants: { placement: 'dialog' },
})

const toast = defineSlotRecipe({
  slots: ['root', 'title', 'description', 'indicator', 'closeTrigger'],
  base: {
    root: {
      display: 'grid',
      gridTemplateColumns: 'auto 1fr auto',
      gap: '3',
      alignItems: 'start',
      // The list has no width of its own: on a phone this is all of it.
      w: { base: 'calc(100vw - 2rem)', md: '25rem' },
      p: '3',
      bg: 'surface',
      color: 'fg',
      border: '1px solid {colors.line}',
      borderRadius: 'lg',
      shadow: 'popover',
      textStyle: 'sm',
      // Ark places and stacks the toasts through these variables.
      translate: 'var(--x) var(--y)',
      scale: 'var(--scale)',
      zIndex: 'var(--z-index)',
      opacity: 'var(--opacity)',
      transition: 'translate 320ms, scale 320ms, opacity 200ms',
      touchAction: 'pan-y',
      userSelect: 'none',
    },
    title: { fontWeight: 'semibold', color: 'ink' },
    description: { color: 'fg.muted' },
  },
})

const slider = defineSlotRecipe({
  slots: [
    'root',
    'label',
    'thumb',
    'valueText',
    'track',
    'range',
    'control',
    'markerGroup',
    'marker',
    'draggingIndicator',
    'markerIndicator',
    'markerLabel',
  ],
  base: {
    root: { display: 'grid', position: 'relative', touchAction: 'none', userSelect: 'none' },
    control: { display: 'flex', alignItems: 'center', position: 'relative', minH: '11', px: '3' },
    track: {
      flex: '1',
      h: '3px',
      mx: '-3',
      bg: 'line.strong',
      borderRadius: 'full',
      ...drawnInForcedColors('CanvasText'),
    },
    range: { h: 'full', bg: 'route', ...drawnInForcedColors('Highlight') },
    thumb: {
      boxSize: '6',
      borderRadius: 'full',
      bg: 'surface',
      border: '2px solid {colors.route}',
      shadow: 'hover',
      cursor: 'pointer',
    },
  },
})

export const slotRecipes = { dialog, toast, slider }
