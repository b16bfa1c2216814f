//! Ways of reading: narrow windows, paper, less motion, colors of the system. On every page of the demo.

use std::sync::Arc;

use browser::{Scheme, Session};
use serde_json::Value;

/// 320 px are also what is left of 1280 px at a zoom of 400 %.
pub(super) async fn nothing_overflows_a_narrow_window(session: Arc<Session>) {
    let page = session.blank().await;
    // What slides away when the window gets narrow is away at once.
    page.reduce_motion(true).await;
    let unfold =
        "document.querySelectorAll('details').forEach(each => { each.removeAttribute('name'); each.open = true; });
        document.querySelectorAll('main [hidden]').forEach(each => each.removeAttribute('hidden'))";
    // What is wide in a box that scrolls is not what makes the page scroll.
    let wide = "(root => {
        const scrolls = element => element && element !== document.body
            && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
        return root.scrollWidth <= root.clientWidth ? [] : [...document.querySelectorAll('body *')]
            .filter(element => element.getBoundingClientRect().right > root.clientWidth + 1 && !scrolls(element.parentElement))
            .slice(0, 5).map(element => element.outerHTML.slice(0, 120)).concat('scrolls sideways');
    })(document.documentElement)";
    for address in session.demo_pages().await {
        page.go(&address).await;
        for width in [320, 390, 768, 1100, 1440] {
            page.resize(width, 800).await;
            page.wait_until_none(wide, &format!("{address} at {width} px")).await;
        }
        page.resize(320, 256).await;
        page.value(unfold).await;
        page.wait_until_none(wide, &format!("{address} unfolded at 320 px")).await;
        // What stays in view leaves room for the text.
        let covered = "[...document.querySelectorAll('body *')].filter(element => ['fixed', 'sticky'].includes(getComputedStyle(element).position)
            && element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().height > innerHeight / 2
            && element.getBoundingClientRect().right > 0 && element.getBoundingClientRect().left < innerWidth).map(element => element.outerHTML.slice(0, 120))";
        assert_eq!(page.value(covered).await, Value::Array(Vec::new()), "{address} covered at 320 x 256");
    }
}

pub(super) async fn print_hides_nothing(session: Arc<Session>) {
    let page = session.blank().await;
    page.print(true).await;
    page.prefer(Scheme::Dark).await;
    // Buttons, and what repeats a heading or a tab, are for the screen alone.
    let hidden = "(() => {
        const walker = document.createTreeWalker(document.querySelector('article'), NodeFilter.SHOW_TEXT);
        const found = [];
        while (walker.nextNode()) {
            const element = walker.currentNode.parentElement;
            if (!walker.currentNode.data.trim() || element.closest('annotation, .diagram-source, button, select, label, [role=tablist], .visually-hidden, .heading-anchor, .anchor-link, .code-head, .index-none')) continue;
            const box = document.createRange();
            box.selectNodeContents(walker.currentNode);
            const seen = element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true, opacityProperty: true });
            if (!seen || box.getBoundingClientRect().height === 0) found.push(element.outerHTML.slice(0, 160));
        }
        return found.slice(0, 8);
    })()";
    let cut = "[...document.querySelectorAll('article *')].filter(element => {
        const style = getComputedStyle(element);
        return ['auto', 'scroll', 'hidden'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1
            && element.checkVisibility() && !element.closest('.visually-hidden');
    }).slice(0, 5).map(element => element.outerHTML.slice(0, 160))";
    for address in session.demo_pages().await {
        page.go(&address).await;
        // As wide as A4 paper without its margins.
        page.resize(720, 1000).await;
        let none = Value::Array(Vec::new());
        assert_eq!(page.value(hidden).await, none, "{address} hides text");
        assert_eq!(page.value(cut).await, none, "{address} cuts off");
        let paper = "getComputedStyle(document.documentElement).colorScheme";
        assert_eq!(page.text(paper).await, "light", "{address}");
    }
}

pub(super) async fn less_motion_is_none(session: Arc<Session>) {
    let page = session.blank().await;
    page.reduce_motion(true).await;
    let moving = "[...document.querySelectorAll('*')].flatMap(element => [null, '::before', '::after'].map(part => getComputedStyle(element, part))
        .filter(style => /[1-9]/.test(style.transitionDuration) || style.animationName !== 'none' || style.scrollBehavior === 'smooth')
        .map(() => element.outerHTML.slice(0, 120))).slice(0, 5)";
    page.go(session.demo().await).await;
    assert_eq!(page.value(moving).await, Value::Array(Vec::new()));
}

/// Icons are backgrounds behind a mask, which a browser with colors of its own paints over.
pub(super) async fn icons_stay_in_forced_colors(session: Arc<Session>) {
    let page = session.blank().await;
    page.force_colors(true).await;
    let lost = "(() => {
        const canvas = getComputedStyle(document.body).backgroundColor;
        return [...document.querySelectorAll('body *')].flatMap(element => [null, '::before', '::after'].map(part => [part, getComputedStyle(element, part)])
            .filter(([part, style]) => style.maskImage !== 'none' && style.content !== 'none' && style.display !== 'none' && style.backgroundColor === canvas)
            .map(([part]) => (part || '') + ' of ' + element.outerHTML.slice(0, 120))).slice(0, 8);
    })()";
    for address in session.demo_pages().await {
        page.go(&address).await;
        assert_eq!(page.value(lost).await, Value::Array(Vec::new()), "{address}");
    }
}
