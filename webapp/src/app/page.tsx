import { Below } from '@/components/layout/below'
import { Box, Container } from '@/components/ui/layout'
import { Closing } from '@/features/home/closing'
import { Faq } from '@/features/home/faq'
import { Features } from '@/features/home/features'
import { FlashNotice } from '@/features/home/flash-notice'
import { Hero } from '@/features/home/hero'
import { Trust } from '@/features/home/trust'
import { SearchForm } from '@/features/search/components/form/search-form'

export default function HomePage() {
  return (
    <>
      <FlashNotice />
      <Hero />
      <Container>
        <Box mt={{ base: '-5.25rem', md: '-7.5rem' }}>
          <SearchForm />
        </Box>
        <Below>
          <Trust />
        </Below>
      </Container>
      <Below>
        <Features />
      </Below>
      <Below>
        <Faq />
      </Below>
      <Below>
        <Closing />
      </Below>
    </>
  )
}
