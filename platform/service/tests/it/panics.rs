//! A panic is told by its place. Its text, which may hold what a traveller sent, reaches no line of the process.

use std::process::{Command, ExitCode};

use anyhow::ensure;
use clap::Parser;
use proto::brand::v1::brand_service_server::BrandService;
use proto::brand::v1::{GetBrandRequest, GetBrandResponse, ListBrandsRequest, ListBrandsResponse};
use service::TelemetryArgs;
use tonic::{Code, Request, Response, Status};

use crate::brand_server::BrandServer;

/// What a traveller typed.
const CANARY: &str = "ada@canary.example";
/// The program that the test starts: a test of this file, since this crate has no program of its own.
const PROGRAM: &str = "panics::a_program_whose_handler_panics";

/// Panics with what it was sent.
struct Panicking;

#[tonic::async_trait]
impl BrandService for Panicking {
    async fn get_brand(
        &self,
        request: Request<GetBrandRequest>,
    ) -> Result<Response<GetBrandResponse>, Status> {
        panic_with(&request.into_inner().key);
        Ok(Response::new(GetBrandResponse::default()))
    }

    async fn list_brands(
        &self,
        _: Request<ListBrandsRequest>,
    ) -> Result<Response<ListBrandsResponse>, Status> {
        Ok(Response::new(ListBrandsResponse::default()))
    }
}

fn panic_with(text: &str) {
    assert!(text.is_empty(), "nobody knows {text}");
}

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    telemetry: TelemetryArgs,
}

/// A panic of a handler, and one of a task in the background.
async fn panic_twice() -> anyhow::Result<()> {
    let server = BrandServer::start(Panicking).await;

    let request = GetBrandRequest { key: CANARY.to_owned() };
    let told = server.client().get_brand(request).await.unwrap_err();
    ensure!(told.code() == Code::Internal && !told.message().contains(CANARY), "its caller is told {told:?}");
    let background = tokio::spawn(async {
        panic_with(CANARY);
    });
    ensure!(background.await.is_err(), "the task went on");
    server.stop().await
}

#[tokio::test]
#[ignore = "the test below runs it as a process of its own, and reads what it writes"]
async fn a_program_whose_handler_panics() -> ExitCode {
    let cli = Cli::parse_from(["program", "--log=trace", "--log-format=json"]);
    service::launch("svc-brand", &cli.telemetry, Box::pin(panic_twice())).await
}

#[test]
fn a_panic_is_logged_with_its_place_and_nothing_of_its_text() {
    let program = std::env::current_exe().unwrap();
    let run = Command::new(program).args(["--exact", PROGRAM, "--ignored", "--nocapture"]).output().unwrap();

    let told = String::from_utf8([run.stdout, run.stderr].concat()).unwrap();
    assert!(run.status.success() && told.contains("1 passed"), "{told}");
    assert!(!told.contains(CANARY), "the text of a panic was written: {told}");
    let lines: Vec<_> = told.lines().filter(|line| line.contains(r#""code":"PANIC""#)).collect();
    assert_eq!(lines.len(), 2, "a line for each panic: {told}");
    for line in lines {
        for part in [r#""level":"ERROR""#, "tests/it/panics.rs:", r#""panic.thread":""#] {
            assert!(line.contains(part), "{part} is not in {line}");
        }
    }
}
