import { vi } from 'vitest'

type Test = (element: Element) => boolean

const nothing: Test = () => false

/** Stands in for what tells which elements are in view: jsdom lays nothing out. A test says it. */
export class FakeViewObserver {
  static readonly active = new Set<FakeViewObserver>()
  private static isInView = nothing

  private readonly tell: IntersectionObserverCallback
  private readonly watched = new Set<Element>()

  constructor(tell: IntersectionObserverCallback) {
    this.tell = tell
    FakeViewObserver.active.add(this)
  }

  static install() {
    FakeViewObserver.active.clear()
    FakeViewObserver.isInView = nothing
    vi.stubGlobal('IntersectionObserver', FakeViewObserver)
  }

  /** From now on the elements that fit are in view, and no other. Returns how many of them are watched. */
  static show(isInView: Test) {
    FakeViewObserver.isInView = isInView
    const watched = [...FakeViewObserver.active].flatMap((observer) => {
      observer.report(observer.watched)
      return [...observer.watched]
    })
    return watched.filter(isInView).length
  }

  /** As a browser does, it tells of each element once at first. */
  observe(element: Element) {
    if (this.watched.has(element)) return
    this.watched.add(element)
    queueMicrotask(() => this.report([element]))
  }

  unobserve(element: Element) {
    this.watched.delete(element)
  }

  disconnect() {
    FakeViewObserver.active.delete(this)
  }

  private report(elements: Iterable<Element>) {
    if (!FakeViewObserver.active.has(this)) return
    const entries = [...elements].map((target) => ({ target, isIntersecting: FakeViewObserver.isInView(target) }))
    this.tell(entries as IntersectionObserverEntry[], this as unknown as IntersectionObserver)
  }
}
