// What textual-serve's terminal leaves to its page: where to connect, the focus of the keyboard,
// touch, downloads, and coming back after a loss. It runs after textual.js, before the load event.
"use strict";
const terminal = document.getElementById("terminal");
const over = document.getElementById("over");
const TRIES = 15, TRY_MS = 2000;         // to come back
const SWIPE = 30;                        // pixels; a shorter touch is a tap
const RUN = { up: "\x1b[1;2A", down: "\x1b[1;2B", right: "\x1b[1;2C", left: "\x1b[1;2D" };
let game = null;

terminal.dataset.sessionWebsocketUrl =
  `${location.origin.replace(/^http/, "ws")}/visit/${location.hash.slice(1)}`;
// Fifty columns at least: the game needs forty.
terminal.dataset.fontSize = Math.max(8, Math.min(16, Math.floor(innerWidth / 30)));

const keys = () => document.querySelector(".xterm-helper-textarea");

function takeFocus() {
  if (!keys()) return;
  keys().blur();                         // so that the game is told
  keys().focus();
}

function cover(why, isOver) {
  const button = over.querySelector("button");
  over.querySelector("p").textContent = why;
  button.hidden = !isOver;
  over.hidden = false;
  if (isOver) button.focus(); else document.activeElement.blur();
}

async function comeBack() {
  cover("the connection is lost: trying to come back", false);
  for (let tries = 0; tries < TRIES; tries++) {
    await new Promise((done) => setTimeout(done, TRY_MS));
    try {
      await fetch(location.href);
      location.reload();                 // the game went on meanwhile
      return;
    } catch { /* not yet */ }
  }
  cover("the connection is lost, and nobody answers", true);
}

window.WebSocket = class extends window.WebSocket {
  constructor(...words) {
    super(...words);
    game = this;
    this.addEventListener("message", (event) => {
      if (typeof event.data === "string") {
        const [kind, key] = JSON.parse(event.data);
        if (kind !== "deliver_file_start") return;
        event.stopImmediatePropagation();
        const link = document.createElement("a");
        link.href = `/visit/${location.hash.slice(1)}/${key}`;
        link.download = "";
        link.click();
      } else if (!this.painted) {
        this.painted = true;
        takeFocus();
      }
    });
    this.addEventListener("close", (event) =>  // 1006: without a word
      event.code === 1006 ? comeBack() : cover(event.reason || "the game has ended", true));
  }
};

// The terminal measures its letters when it starts: the font has to be there.
const start = window.onload;
window.onload = async (event) => {
  await document.fonts.load("16px 'Roboto Mono'").catch(() => {});
  start(event);
  if (matchMedia("(pointer: coarse)").matches) keys().inputMode = "none";
};
window.addEventListener("focus", takeFocus);

let began = null;
terminal.addEventListener("touchstart", (event) => {
  began = event.touches.length === 1 ? event.touches[0] : null;
}, { capture: true, passive: true });
terminal.addEventListener("touchend", (event) => {
  if (!began || !game) return;
  const ended = event.changedTouches[0];
  const x = ended.clientX - began.clientX, y = ended.clientY - began.clientY;
  began = null;
  event.preventDefault();
  if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) {  // a browser makes no click of a tap after a swipe
    const { target, clientX, clientY } = ended;
    for (const kind of ["mousedown", "mouseup"])
      target.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, clientX, clientY }));
    return;
  }
  const way = Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : (y > 0 ? "down" : "up");
  game.send(JSON.stringify(["stdin", RUN[way]]));
}, { capture: true, passive: false });
