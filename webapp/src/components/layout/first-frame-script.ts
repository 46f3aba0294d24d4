import { userHint } from '@/lib/user-hint'

/**
 * Runs in the head, before anything is painted: the visitor's own choice of colours, and whether somebody may be signed
 * in. It notes the tab of the search form that is pressed, and that the form is sent, before the page's scripts can hear
 * of it; the browser itself sends no form of that name. Its text is the same on every page, so its hash in the content
 * security policy is too.
 */
export const firstFrameScript =
  `var d=document.documentElement.dataset;` +
  `try{var t=JSON.parse(localStorage.getItem('theme'));if(t==='dark'||t==='light')d.theme=t}catch(e){}` +
  `if(${userHint}.test(document.cookie))d.user='expected';` +
  `addEventListener('click',function(e){var t=e.target.closest&&e.target.closest('#search [data-tab]');if(t)d.trip=t.dataset.tab},true);` +
  `addEventListener('submit',function(e){if(e.target.id==='search'){e.preventDefault();d.search='sent'}},true)`
