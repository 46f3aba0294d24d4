/**
 * Runs in the head, before anything is painted. Its text is the same on every page, so its hash in the content
 * security policy is too.
 */
export const themeScript = `try{var t=JSON.parse(localStorage.getItem('theme'));if(t==='dark'||t==='light')document.documentElement.dataset.theme=t}catch(e){}`
