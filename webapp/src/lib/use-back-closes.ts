'use client'
import { useEffectEvent, useLayoutEffect } from 'react'
import { hearFirst } from './hear-first'
import { isLeaving } from './pending-navigation'
import { PHONE } from './use-media'

/** Where Back is a key or a gesture of the thumb, meant for whatever lies on top. */
const HANDHELD = [PHONE, '(pointer: coarse)']
const isHandheld = () => HANDHELD.some((query) => window.matchMedia(query).matches)

interface Sheet {
  close: () => void
}

/** What lies over the page, the topmost last. */
const sheets: Sheet[] = []

type Change = Parameters<History['pushState']>

/** The entry of the browser's history that lies over the page's own while a sheet is open, for Back to take off. */
interface Cover {
  /** The address of the page when it was covered. */
  below: string
  /** The address now: a sheet may change it, as filters do, or give way to another page. */
  address: string
  /** The router's marks of what stands at that address. */
  state: unknown
  /** The last sheet was closed by a button, and the entry is on its way off. */
  isLifted: boolean
  /** Addresses that were pushed on that way. */
  late: Change[]
  /** Stops watching the history. */
  release: () => void
}

let cover: Cover | null = null

/**
 * Back closes the sheet that is open on a handheld, and the page stays. The sheet closes by its own buttons as before:
 * its entry is then taken off once. An address that is pushed from a sheet, by a link or a filter, takes the entry's
 * place, so that Back leads from there to the page below, without a stop.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  // In the commit that closes a sheet, so that another page is there before the entry would be taken off.
  useLayoutEffect(() => {
    if (!isOpen || !isHandheld()) return
    const sheet = { close }
    sheets.push(sheet)
    tidySoon()
    return () => {
      sheets.splice(sheets.indexOf(sheet), 1)
      tidySoon()
    }
  }, [isOpen])
}

let timer: ReturnType<typeof setTimeout> | undefined

/** A dialog may take the place of another: what counts is what is open after both. */
function tidySoon() {
  clearTimeout(timer)
  timer = setTimeout(tidy)
}

function tidy() {
  if (sheets.length > 0 && !cover) return layCover()
  // The page that a link leads to takes the entry's place.
  if (sheets.length > 0 || !cover || cover.isLifted || isLeaving()) return
  cover.isLifted = true
  window.history.back()
}

function layCover() {
  const { href } = window.location
  // Without an address: the router keeps its own marks in the entry, and draws nothing.
  window.history.pushState(null, '')
  cover = { below: href, address: href, state: null, isLifted: false, late: [], release: watchHistory() }
}

function removeCover() {
  cover?.release()
  cover = null
}

/** The router changes the history by the same two functions, which it has wrapped itself. */
function watchHistory() {
  const { history } = window
  const { pushState, replaceState } = history
  history.replaceState = (...change: Change) => {
    replaceState.apply(history, change)
    if (cover) Object.assign(cover, { address: window.location.href, state: history.state })
  }
  history.pushState = (...change: Change) => {
    if (cover?.isLifted) return void cover.late.push(change)
    removeCover()
    replaceState.apply(history, change)
    tidySoon()
  }
  // The page's own listeners and the router's would take it for a way to another page.
  hearFirst(uncover)
  return () => {
    Object.assign(history, { pushState, replaceState })
    hearFirst(null)
  }
}

/** The entry is off: by Back, or by the last sheet's button. */
function uncover(event: PopStateEvent) {
  if (!cover) return
  const { below, address, state, isLifted, late } = cover
  removeCover()
  // A jump of several entries, from the browser's own list.
  if (window.location.href !== below) return closeAll()
  // Where the page that was set out for is there already, nothing is called off.
  const isCalledOff = isLeaving() && address === below
  if (!isCalledOff) event.stopImmediatePropagation()
  if (address !== below) window.history.replaceState(state, '', address)
  for (const change of late) window.history.pushState(...change)
  const top = sheets.at(-1)
  if (!isLifted && top) top.close()
  // The entry was left over from a link that has led nowhere: Back is meant for the page.
  if (!isLifted && !top && !isCalledOff) window.history.back()
  tidySoon()
}

function closeAll() {
  for (const { close } of [...sheets]) close()
}
