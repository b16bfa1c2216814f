//! Connections: their number, how long they may idle, and the size of request heads.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, Sleep, sleep, sleep_until, timeout};

/// How many connections each socket has at once; others wait in the system's queue.
const MOST_CONNECTIONS: usize = 512;
/// How long a request's head may take, counted from when the connection became idle.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// How long a client may stall before a write fails.
const STALL_TIME: Duration = Duration::from_secs(30);
/// How long open requests may take to finish when the server stops.
const GRACE: Duration = Duration::from_secs(1);
/// The largest head of a request, in bytes.
const LARGEST_HEAD: usize = 64 << 10;

/// Serves `router` on all connections until `stop` is true.
pub(crate) async fn accept(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
    let free = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut connections = JoinSet::new();
    loop {
        let stopping = stop.clone();
        tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop) => break,
            Some(_) = connections.join_next() => {}
            (stream, permit) = next(&listener, &free) => {
                let place = Place::new(permit);
                // Requests see the place, so that an event stream can give it up.
                let router = router.clone().layer(Extension(place.clone()));
                let connection = serve(stream, router, stopping);
                connections.spawn(async move {
                    connection.await;
                    place.give_up();
                });
            }
        }
    }
    drop(listener);
    let ended = async { while connections.join_next().await.is_some() {} };
    // Dropping the set closes the connections that are still open.
    let _ = timeout(GRACE, ended).await;
}

/// A connection's place among those of its socket.
#[derive(Clone)]
pub(crate) struct Place(Arc<Mutex<Option<OwnedSemaphorePermit>>>);

impl Place {
    fn new(permit: Option<OwnedSemaphorePermit>) -> Self {
        Self(Arc::new(Mutex::new(permit)))
    }

    /// Leaves the place to others. The number of event streams, which stay open, has a limit of its own.
    pub(crate) fn give_up(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// Accepts the next connection once there is room for it.
async fn next(listener: &TcpListener, free: &Arc<Semaphore>) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    // The semaphore is never closed.
    let permit = free.clone().acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, permit),
            // The process has too many open files, which passes, or the client is already gone.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn serve(stream: TcpStream, router: Router, mut stop: watch::Receiver<bool>) {
    // Events are small and must not be delayed.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(Unstalled::new(stream)), TowerToHyperService::new(router));
    tokio::pin!(connection);
    // An error here is the client's fault: it hung up, was too slow, or did not send HTTP, and got an answer saying so.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stop.wait_for(|stop| *stop) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// A stream whose writes fail once the client has read nothing for [`STALL_TIME`].
struct Unstalled {
    stream: TcpStream,
    /// Set while a write waits.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Unstalled {
    fn new(stream: TcpStream) -> Self {
        Self { stream, deadline: None }
    }

    fn watched(&mut self, context: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + STALL_TIME)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Unstalled {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Unstalled {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watched(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
