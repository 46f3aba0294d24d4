import * as layoutWords from '@/messages/components/layout'
import * as words from '@/messages/pages'

/** Titles and descriptions of all pages of a brand's site, by route. */
export function pagesOf(brand: string) {
  const of = { brand }
  const page = (name: string, description: string) => ({ title: words.pageTitle({ page: name, brand }), description })
  return {
    '/': { title: words.siteTitle(of), description: words.homeDescription(of) },
    '/search': { title: words.siteTitle(of), description: words.searchDescription },
    '/flight': { title: words.siteTitle(of), description: words.searchDescription },
    '/flight/[id]': { title: words.siteTitle(of), description: words.flightDescription },
    '/booking': { title: words.siteTitle(of), description: words.bookingDescription },
    '/my-trips': page(layoutWords.myTrips, words.myTripsDescription(of)),
    '/trip': page(words.tripName, words.tripDescription(of)),
    '/watched-prices': page(layoutWords.watchedPrices, words.watchedPricesDescription(of)),
    '/login': page(words.loginName, words.loginDescription(of)),
    '/register': page(words.registerName, words.registerDescription(of)),
    '/forgot-password': page(words.forgotPasswordName, words.forgotPasswordDescription(of)),
    '/reset-password': page(words.resetPasswordName, words.resetPasswordDescription(of)),
    '/confirm-email': page(words.confirmEmailName, words.confirmEmailDescription(of)),
    '/account-settings': page(layoutWords.accountSettings, words.accountSettingsDescription(of)),
    '/admin-settings': page(layoutWords.adminSettings, words.adminSettingsDescription),
    '/admin/brands': page(words.brandManagerName, words.brandManagerDescription),
    '/contact': page(layoutWords.contact, words.contactDescription(of)),
    '/support': page(layoutWords.support, words.supportDescription(of)),
    '/faq': page(layoutWords.faq, words.faqDescription(of)),
    '/about': page(layoutWords.about, words.aboutDescription(of)),
    '/privacy': page(words.privacyName, words.privacyDescription(of)),
    '/privacy-policy': page(words.privacyName, words.privacyDescription(of)),
    '/terms': page(words.termsName, words.termsDescription(of)),
    '/emissions': page(words.emissionsName, words.emissionsDescription(of)),
    '/how-we-sort': page(words.howWeSortName, words.howWeSortDescription(of)),
    '/cookies': page(words.cookiesName, words.cookiesDescription(of)),
    '/cancellation-policy': page(words.bookingPolicyName, words.bookingPolicyDescription(of)),
    '/service-fees': page(words.serviceFeesName, words.serviceFeesDescription(of)),
    '/post-ticketing-fees': page(words.postTicketingFeesName, words.postTicketingFeesDescription(of)),
    '/expedia': { title: words.partnerTitle(of), description: words.partnerDescription(of) },
    '/404': page(words.notFoundName, words.notFoundDescription),
  }
}
