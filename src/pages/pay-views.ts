import type { Html } from '../http/html.ts';
import { chooseScreen, readyScreen } from './pay-choose.ts';
import {
  cancelAskScreen,
  canceledScreen,
  disputeScreen,
  expiredScreen,
  lapsedScreen,
  noneFreeScreen,
  paidScreen,
  ranOutScreen,
  rejectedScreen,
  restScreen,
  waitingScreen,
} from './pay-outcome.ts';
import { amountText, type PayView } from './pay-parts.ts';
import { payoutScreen, payoutStage } from './pay-payout.ts';
import { claimScreen, receiptScreen } from './pay-receipt.ts';
import type { PayScreen } from './pay-screen.ts';
import { transferScreen } from './pay-transfer.ts';

const screens: Readonly<Record<PayScreen, (view: PayView) => Html>> = {
  choose: chooseScreen,
  ready: readyScreen,
  transfer: transferScreen,
  receipt: receiptScreen,
  claim: claimScreen,
  cancelAsk: cancelAskScreen,
  lapsed: lapsedScreen,
  rejected: rejectedScreen,
  rest: restScreen,
  noneFree: noneFreeScreen,
  ranOut: ranOutScreen,
  waiting: waitingScreen,
  paid: paidScreen,
  canceled: canceledScreen,
  expired: expiredScreen,
  dispute: disputeScreen,
  payout: payoutScreen,
};

export function screenMarkup(view: PayView): Html {
  return screens[view.screen](view);
}

/** What the tab is called, and what is read out when the screen changes: the same words as the heading. */
export function screenTitle(view: PayView): string {
  const { language, screen, page } = view;
  switch (screen) {
    case 'transfer':
      return language.transfer.title(amountText(view));
    case 'payout':
      return language.payout[payoutStage(page)].title;
    case 'receipt':
      return page.deal?.status === 'transfer_waiting' ? language.receipt.title : language.receipt.another;
    case 'choose':
    case 'claim':
    case 'ready':
    case 'cancelAsk':
    case 'lapsed':
    case 'rejected':
    case 'rest':
    case 'noneFree':
    case 'ranOut':
    case 'waiting':
    case 'paid':
    case 'canceled':
    case 'expired':
    case 'dispute':
      return language[screen].title;
  }
}
