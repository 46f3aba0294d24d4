import type { ComponentType } from 'react'

const Nothing = () => null

/** For `dynamic`: a component that the page can do without is nothing where it can't be fetched. */
export const orNothing = <Props>(component: Promise<ComponentType<Props>>): Promise<ComponentType<Props>> =>
  component.catch((error: unknown) => {
    console.warn('A part that the page can do without could not be loaded', error)
    return Nothing
  })
